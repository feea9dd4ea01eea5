/**
 * Appends events to a stream: one command, so that all of them are added or none, and nobody adds others in between.
 * `KEYS[1]` is the stream; `ARGV` the id of the event that the stream is expected to end with, the number of entries to keep
 * or an empty text, and of each event its id, type, key and text. Without events, it only looks.
 *
 * Returns whether the stream has all events now, and the id that it ended with before. Entries have the ids of their events,
 * and a stream remembers the last one also when its entries are trimmed.
 */
export const APPEND_SCRIPT = `
local last = 0
if redis.call('EXISTS', KEYS[1]) == 1 then
  local info = redis.call('XINFO', 'STREAM', KEYS[1])
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then last = tonumber(string.match(info[i + 1], '^%d+')) end
  end
end
local known, from = last == tonumber(ARGV[1]), 3
while from <= #ARGV and tonumber(ARGV[from]) <= last do
  known = known or tonumber(ARGV[from]) == last
  from = from + 4
end
if from > #ARGV then return { 1, last } end
if not known then return { 0, last } end
for i = from, #ARGV, 4 do
  redis.call('XADD', KEYS[1], ARGV[i] .. '-0', 'type', ARGV[i + 1], 'key', ARGV[i + 2], 'event', ARGV[i + 3])
end
if ARGV[2] ~= '' then redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[2]) end
return { 1, last }`
