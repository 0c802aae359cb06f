/* The scripts that run on the server; see scripts.h. */
#include "cluster/scripts.h"

/* clang-format off */
#define BEGIN \
    "local p = 'zermelo:' .. ARGV[1] .. ':'\n" \
    "local head = p .. 'head'\n" \
    "local function call(...) return redis.call(...) end\n" \
    "local function key_of(job)\n" \
    "  local n = struct.unpack('>I4', job)\n" \
    "  return string.sub(job, 5, 4 + n)\n" \
    "end\n" \
    "local function now() return call('TIME')[1] end\n"

/* Puts a job among those that wait, unless it is there or done. */
#define PUSH \
    "local pushed = 0\n" \
    "local function push(side, job)\n" \
    "  local key = key_of(job)\n" \
    "  if call('HEXISTS', p .. 'done', key) == 1 or call('SADD', p .. 'known', key) == 0 then\n" \
    "    return\n" \
    "  end\n" \
    "  call(side == 'front' and 'LPUSH' or 'RPUSH', p .. 'wait', job)\n" \
    "  pushed = pushed + 1\n" \
    "end\n" \
    "local function ring()\n" \
    "  for i = 1, math.min(pushed, 64) do call('RPUSH', 'zermelo:bell', '1') end\n" \
    "  call('LTRIM', 'zermelo:bell', 0, 255)\n" \
    "end\n"

/* Takes a job off the stream. */
#define DROP \
    "local function drop(id)\n" \
    "  call('XACK', p .. 'jobs', 'workers', id)\n" \
    "  call('XDEL', p .. 'jobs', id)\n" \
    "end\n"

const char zm_script_create[] = BEGIN
    "local kind = call('TYPE', head).ok\n"
    "if kind == 'none' then\n"
    "  local time = call('TIME')\n"
    "  call('SADD', 'zermelo:campaigns', ARGV[1])\n"
    "  call('HSET', head, 'magic', 'zermelo campaign 1', 'hello', ARGV[2], 'kind', ARGV[3],\n"
    "    'game', ARGV[4], 'about', ARGV[5], 'lease', ARGV[6], 'state', 'run',\n"
    "    'generation', time[1] .. string.format('%06d', time[2]),\n"
    "    'created', now())\n"
    "  call('XGROUP', 'CREATE', p .. 'jobs', 'workers', '0', 'MKSTREAM')\n"
    "  return {'new'}\n"
    "end\n"
    "if kind ~= 'hash' or call('HGET', head, 'magic') ~= 'zermelo campaign 1' then\n"
    "  return {'foreign'}\n"
    "end\n"
    "if call('HGET', head, 'kind') ~= ARGV[3] or call('HGET', head, 'about') ~= ARGV[5] then\n"
    "  return {'other', call('HGET', head, 'about')}\n"
    "end\n"
    "if call('HGET', head, 'hello') ~= ARGV[2] then\n"
    "  return {'version', call('HGET', head, 'hello')}\n"
    "end\n"
    "call('HSET', head, 'lease', ARGV[6])\n"
    "return {'again', call('HGET', head, 'state')}\n";

const char zm_script_offer[] = BEGIN PUSH
    "for i = 3, #ARGV do push(ARGV[2], ARGV[i]) end\n"
    "ring()\n"
    "return pushed\n";

/* A lease that has ended goes first, then what waits. */
const char zm_script_take[] = BEGIN DROP
    "local hello = call('HGET', head, 'hello')\n"
    "if not hello then return {'gone'} end\n"
    "if hello ~= ARGV[3] then\n"
    "  call('HSET', p .. 'refused', ARGV[2], ARGV[3])\n"
    "  return {'refused', hello}\n"
    "end\n"
    "if call('SISMEMBER', p .. 'banned', ARGV[2]) == 1 then return {'banned'} end\n"
    "call('HDEL', p .. 'refused', ARGV[2])\n"
    "call('HSET', p .. 'seen', ARGV[2], now())\n"
    "local state = call('HGET', head, 'state')\n"
    "if state ~= 'run' then return {state} end\n"
    "while true do\n"
    "  local id, job\n"
    "  local old = call('XAUTOCLAIM', p .. 'jobs', 'workers', ARGV[2],\n"
    "    call('HGET', head, 'lease'), '0-0', 'COUNT', 1)\n"
    "  if old[2][1] then\n"
    "    id, job = old[2][1][1], old[2][1][2][2]\n"
    "    call('HINCRBY', head, 'again', 1)\n"
    "  else\n"
    "    job = call('LPOP', p .. 'wait')\n"
    "    if not job then return {'none', call('XLEN', p .. 'jobs')} end\n"
    "    id = call('XADD', p .. 'jobs', '*', 'job', job)\n"
    "    call('XREADGROUP', 'GROUP', 'workers', ARGV[2], 'COUNT', 1, 'STREAMS', p .. 'jobs',\n"
    "      '>')\n"
    "  end\n"
    "  if call('HEXISTS', p .. 'done', key_of(job)) == 0 then\n"
    "    return {'job', id, job, call('HGET', head, 'generation'), call('LLEN', p .. 'wait')}\n"
    "  end\n"
    "  drop(id)\n"
    "end\n";

#define MINE \
    "local holder = call('XPENDING', p .. 'jobs', 'workers', ARGV[3], ARGV[3], 1)\n" \
    "local mine = holder[1] and holder[1][2] == ARGV[2]\n"

const char zm_script_renew[] = BEGIN
    "if call('EXISTS', head) == 0 then return {'gone', '0'} end\n" MINE
    "if mine then\n"
    "  call('XCLAIM', p .. 'jobs', 'workers', ARGV[2], 0, ARGV[3], 'JUSTID')\n"
    "end\n"
    "call('HSET', p .. 'seen', ARGV[2], now())\n"
    "local banned = call('SISMEMBER', p .. 'banned', ARGV[2]) == 1\n"
    "return {banned and 'banned' or call('HGET', head, 'state'),\n"
    "  call('HGET', head, 'generation')}\n";

const char zm_script_back[] = BEGIN DROP
    "if call('EXISTS', head) == 0 then return 0 end\n" MINE
    "local entry = call('XRANGE', p .. 'jobs', ARGV[3], ARGV[3])[1]\n"
    "if not mine or not entry then return 0 end\n"
    "drop(ARGV[3])\n"
    "call('LPUSH', p .. 'wait', entry[2][2])\n"
    "call('RPUSH', 'zermelo:bell', '1')\n"
    "return 1\n";

/* The first report about a job counts, with the jobs that it leaves; any other is dropped. */
const char zm_script_done[] = BEGIN PUSH DROP
    "if call('EXISTS', head) == 0 then return {'gone'} end\n"
    "if call('SISMEMBER', p .. 'banned', ARGV[2]) == 1 then return {'banned'} end\n"
    "if call('HGET', head, 'generation') ~= ARGV[8] then return {'old'} end\n"
    "drop(ARGV[3])\n"
    "if call('HSETNX', p .. 'done', ARGV[4], ARGV[2] .. '\\n' .. ARGV[5]) == 0 then\n"
    "  call('HINCRBY', head, 'twice', 1)\n"
    "  return {'twice'}\n"
    "end\n"
    "call('SREM', p .. 'known', ARGV[4])\n"
    "call('HINCRBY', head, 'nodes', ARGV[6])\n"
    "call('HINCRBY', head, 'busy', ARGV[7])\n"
    "call('HINCRBY', p .. 'jobs-of', ARGV[2], 1)\n"
    "call('HINCRBY', p .. 'nodes-of', ARGV[2], ARGV[6])\n"
    "for i = #ARGV, 9, -1 do push('front', ARGV[i]) end\n"
    "ring()\n"
    "call('XADD', p .. 'reports', '*', 'key', ARGV[4], 'who', ARGV[2], 'report', ARGV[5])\n"
    "return {'counted'}\n";

/* Beyond `most` results new ones are told to the others and not kept. A batch has at most a thousand,
 * so that they fit on the stack of a script. */
#define SHARE \
    "local size = call('HLEN', p .. 'results')\n" \
    "if size < tonumber(ARGV[5]) and #ARGV > 6 then\n" \
    "  call('HSET', p .. 'results', unpack(ARGV, 6))\n" \
    "end\n" \
    "call('XADD', p .. 'news', 'MAXLEN', '~', 1000, '*', 'who', ARGV[2], 'blob', ARGV[4])\n" \
    "return {'kept'}\n"

const char zm_script_share[] = BEGIN
    "if call('SISMEMBER', p .. 'banned', ARGV[2]) == 1 then return {'banned'} end\n"
    "if call('HGET', head, 'generation') ~= ARGV[3] then return {'old'} end\n" SHARE;

const char zm_script_hint[] = BEGIN
    "if call('SISMEMBER', p .. 'banned', ARGV[2]) == 1 then return {'banned'} end\n"
    "if call('HGET', head, 'generation') ~= ARGV[3] then return {'old'} end\n"
    "call('XADD', p .. 'hints', 'MAXLEN', '~', 200, '*', 'who', ARGV[2], 'blob', ARGV[4])\n"
    "return {'told'}\n";

/* What a further server has of an older generation goes when it hears of a newer one. A worker that
 * is banned never learns of the next. */
#define PART \
    "local part = p .. 'part'\n" \
    "local kind, before = call('TYPE', part).ok, 0\n" \
    "if kind == 'hash' and call('HGET', part, 'magic') == 'zermelo results 1' then\n" \
    "  before = tonumber(call('HGET', part, 'generation'))\n" \
    "elseif kind ~= 'none' then\n" \
    "  return {'foreign'}\n" \
    "end\n" \
    "local function enter(generation)\n" \
    "  if before < tonumber(generation) then\n" \
    "    call('DEL', p .. 'results', p .. 'news')\n" \
    "    call('HSET', part, 'magic', 'zermelo results 1', 'generation', generation)\n" \
    "  end\n" \
    "  return before > tonumber(generation)\n" \
    "end\n"

const char zm_script_part[] = BEGIN PART
    "return {enter(ARGV[2]) and 'old' or 'ok'}\n";

const char zm_script_share_part[] = BEGIN PART
    "if enter(ARGV[3]) then return {'old'} end\n" SHARE;

const char zm_script_forget_part[] = BEGIN PART
    "call('DEL', part, p .. 'results', p .. 'news')\n"
    "return {'ok'}\n";

/* The time in which nothing is handed out is no time of the campaign. */
const char zm_script_order[] = BEGIN
    "if call('HGET', head, 'magic') ~= 'zermelo campaign 1' then return {'gone'} end\n"
    "local works = {run = true, drain = true}\n"
    "local held = call('HGET', head, 'held')\n"
    "if not works[ARGV[2]] and not held then call('HSET', head, 'held', now()) end\n"
    "if works[ARGV[2]] and held then\n"
    "  call('HINCRBY', head, 'rested', now() - held)\n"
    "  call('HDEL', head, 'held')\n"
    "end\n"
    "call('HSET', head, 'state', ARGV[2])\n"
    "for i = 1, 64 do call('RPUSH', 'zermelo:bell', '1') end\n"
    "call('LTRIM', 'zermelo:bell', 0, 255)\n"
    "return {'ok'}\n";

const char zm_script_survey[] = BEGIN
    "return {call('HGETALL', head), now(), call('HLEN', p .. 'done'), call('LLEN', p .. 'wait'),\n"
    "  call('XLEN', p .. 'jobs'), call('HLEN', p .. 'results'), call('HGETALL', p .. 'seen'),\n"
    "  call('HGETALL', p .. 'jobs-of'), call('HGETALL', p .. 'nodes-of'),\n"
    "  call('HGETALL', p .. 'refused')}\n";

const char zm_script_lead[] = BEGIN
    "local who = call('GET', p .. 'master')\n"
    "if who and who ~= ARGV[2] then return {'other', who} end\n"
    "call('SET', p .. 'master', ARGV[2], 'PX', ARGV[3])\n"
    "if ARGV[4] and call('EXISTS', head) == 1 then call('HSET', head, 'told', ARGV[4]) end\n"
    "local alive, seen = 0, call('HVALS', p .. 'seen')\n"
    "local since = now() - tonumber(call('HGET', head, 'lease') or 0) / 1000 - 2\n"
    "for i = 1, #seen do if tonumber(seen[i]) >= since then alive = alive + 1 end end\n"
    "return {'ok', call('HGET', head, 'state') or 'gone', call('HGET', head, 'generation') or '0',\n"
    "  alive}\n";

/* Drops what a worker reported; with "all", whatever may rest on it: everything. */
const char zm_script_ban[] = BEGIN
    "call('SADD', p .. 'banned', ARGV[2])\n"
    "call('HSET', p .. 'refused', ARGV[2], ARGV[3])\n"
    "local dropped = 0\n"
    "if ARGV[4] == 'all' then\n"
    "  dropped = call('HLEN', p .. 'done')\n"
    "  call('DEL', p .. 'done', p .. 'known', p .. 'wait', p .. 'jobs', p .. 'results',\n"
    "    p .. 'news', p .. 'hints', p .. 'reports')\n"
    "  call('XGROUP', 'CREATE', p .. 'jobs', 'workers', '0', 'MKSTREAM')\n"
    "  call('HSET', head, 'nodes', 0, 'busy', 0)\n"
    "  call('HINCRBY', head, 'generation', 1)\n"
    "  return dropped\n"
    "end\n"
    "local all = call('HGETALL', p .. 'done')\n"
    "for i = 1, #all, 2 do\n"
    "  if string.sub(all[i + 1], 1, #ARGV[2] + 1) == ARGV[2] .. '\\n' then\n"
    "    call('HDEL', p .. 'done', all[i])\n"
    "    dropped = dropped + 1\n"
    "  end\n"
    "end\n"
    "local nodes = tonumber(call('HGET', p .. 'nodes-of', ARGV[2]) or 0)\n"
    "call('HINCRBY', head, 'nodes', string.format('%d', nodes > 0 and -nodes or 0))\n"
    "call('HDEL', p .. 'nodes-of', ARGV[2])\n"
    "return dropped\n";

const char zm_script_complain[] = BEGIN
    "if call('EXISTS', head) == 0 then return {'gone'} end\n"
    "call('HSET', p .. 'refused', ARGV[2], ARGV[3])\n"
    "return {'ok'}\n";

const char zm_script_forget[] = BEGIN
    "if call('SISMEMBER', 'zermelo:campaigns', ARGV[1]) == 0 then return {'gone'} end\n"
    "call('DEL', head, p .. 'wait', p .. 'jobs', p .. 'known', p .. 'done', p .. 'reports',\n"
    "  p .. 'results', p .. 'news', p .. 'hints', p .. 'seen', p .. 'jobs-of', p .. 'nodes-of',\n"
    "  p .. 'refused', p .. 'banned', p .. 'master')\n"
    "call('SREM', 'zermelo:campaigns', ARGV[1])\n"
    "return {'ok'}\n";
/* clang-format on */
