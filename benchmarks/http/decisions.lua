-- For wrk: POST /v1/decisions, each request another transaction of one of the cards 0 to CARDS - 1 that a member has loaded.
local cards = tonumber(os.getenv("CARDS") or "100000")
local start_ms = os.time() * 1000
local count = 0
local headers = { ["Content-Type"] = "application/json" }

request = function()
  count = count + 1
  return wrk.format("POST", nil, headers, string.format(
    '{"card":"%014d","time":%d,"amountMinor":%d,"currency":"EUR","country":"DE","mcc":5411,"city":10115,"terminal":%d,"responseCode":"00"}',
    math.random(0, cards - 1), start_ms + count % 1000, 1000 + count % 9000, 10000 + math.random(0, 89999)))
end
