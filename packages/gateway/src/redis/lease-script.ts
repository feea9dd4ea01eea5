/**
 * The script that answers an ask for units, as `answerAsk` does in memory: both give the same numbers. `KEYS[1]` is the key
 * of the limit, `ARGV` the ask as JSON, and for how long the key is kept, in milliseconds. Returns the answer as JSON.
 *
 * The state is a MessagePack, because JSON in Redis has 14 digits of a number. `clock` is what returns the time in
 * milliseconds.
 */
export const leaseScript = (clock = SERVER_CLOCK): string => `
local ask, wall = cjson.decode(ARGV[1]), ${clock}
local policy, mine = ask.policy, nil
local kind, rate, window, burst = policy.kind, policy.rate, policy.windowMs, policy.burst
local periodic = kind == 'day' or kind == 'month'
local stored = redis.call('GET', KEYS[1])
local state = stored and cmsgpack.unpack(stored)
  or { now = wall, wall = wall, tat = 0, used = 0, slots = {}, holders = {} }
state.now, state.wall = state.now + math.max(0, wall - state.wall), wall
local now, slots, holders = state.now, state.slots, state.holders

local function charge(requests, at)
  if periodic then state.used = math.max(0, state.used + requests)
  elseif requests <= 0 then return
  elseif kind == 'rate' then state.tat = math.max(state.tat, at) + requests * window / rate
  else
    local width = window / 60
    local last = (math.floor(at / width) + 1) * width
    slots[last] = (slots[last] or 0) + requests
  end
end

local others, gone = 0, {}
for name, one in pairs(holders) do
  if name == ask.holder then mine = one
  elseif now - one.at >= 2 * one.validMs then gone[#gone + 1] = name
  else others = others + one.held end
end
table.sort(gone, function(a, b) return #a < #b or (#a == #b and a < b) end)
for _, name in ipairs(gone) do
  charge(holders[name].held, holders[name].at + holders[name].validMs)
  holders[name] = nil
end
local fresh = not mine or ask.seq > mine.seq
if fresh then
  charge(ask.spent - (mine and mine.lease == ask.lease and mine.spent or ask.since), now)
  if periodic then state.used = math.max(state.used, ask.floor) end
end

local room, first, last = rate - state.used, nil, nil
if kind == 'rate' then room = math.floor(rate + burst - math.max(0, state.tat - now) / (window / rate) + 1e-6)
elseif not periodic then
  for slot, requests in pairs(slots) do
    if slot + window <= now then slots[slot] = nil
    else room, first, last = room - requests, math.min(first or slot, slot), math.max(last or slot, slot) end
  end
end
local granted = mine and mine.seq == ask.seq and mine.granted or 0
if fresh then
  local free = room - others - ask.held
  local stock = ask.ahead > 0 and math.max(1, math.min(ask.ahead, math.floor((free - ask.needed) / 4))) or 0
  granted = math.max(0, math.min(free, ask.needed + stock))
  mine = { seq = ask.seq, lease = ask.lease, spent = ask.spent, held = ask.held + granted, granted = granted, at = now,
    validMs = ask.validMs }
  holders[ask.holder] = mine
end
redis.call('SET', KEYS[1], cmsgpack.pack(state), 'PX', ARGV[2])

local used = others + mine.held
local left, wait, reset = math.max(0, room - used), 0, 0
if kind == 'rate' then
  reset = math.max(0, state.tat - now) + used * (window / rate)
  wait = math.max(0, reset + window / rate - window / rate * (rate + burst))
elseif not periodic then
  wait = first and first + window - now or window
  reset = used > 0 and window or last and last + window - now or 0
end
return cjson.encode({ granted = granted, left = left, waitMs = left > 0 and 0 or wait, resetMs = reset })`

/** The clock of the server, in milliseconds. */
const SERVER_CLOCK = `(function()
  local time = redis.call('TIME')
  return time[1] * 1000 + time[2] / 1000
end)()`

/** Notes a process, and returns how many were noted in the last minute. `KEYS[1]` is the key of them all, `ARGV` the name. */
export const HOLDERS_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 60000)
redis.call('PEXPIRE', KEYS[1], 60000)
return redis.call('ZCARD', KEYS[1])`
