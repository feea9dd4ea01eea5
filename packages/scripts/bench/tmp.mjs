import { scriptEngine } from '../dist/index.js'
const all=[]
for (let i=0;i<15;i++){ const e=scriptEngine(); const t=performance.now(); await e.run({type:'javascript',script:'function enabled(c,e){e()}',context:{}}); all.push(Math.round(performance.now()-t)); await e.close() }
console.log('dist start', all.join(' '))
