#!/usr/bin/env node
import './check-node.cjs'

import('../dist/main.js')
