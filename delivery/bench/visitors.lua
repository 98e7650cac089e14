-- A thousand visitors in turn, signed in, as browsers ask for a document.
local requests = {}
local count = 0

init = function()
  for index = 1, 1000 do
    wrk.headers["Cookie"] = string.format("errand_visitor=%022d; errand_signed_in=1", index)
    requests[index] = wrk.format()
  end
end

request = function()
  count = count % 1000 + 1
  return requests[count]
end

done = function(summary)
  print(string.format("answers %d %d", summary.requests, summary.bytes))
end
