-- A thousand visitors in turn, signed in, as browsers ask for a document; the arguments are paths
-- that all of them open, one after the other.
local requests = {}
local count = 0

init = function(paths)
  for place = 1, math.max(#paths, 1) do
    for visitor = 1, 1000 do
      wrk.headers["Cookie"] = string.format("errand_visitor=%022d; errand_signed_in=1", visitor)
      requests[#requests + 1] = wrk.format(nil, paths[place])
    end
  end
end

request = function()
  count = count % #requests + 1
  return requests[count]
end

done = function(summary)
  print(string.format("answers %d %d", summary.requests, summary.bytes))
end
