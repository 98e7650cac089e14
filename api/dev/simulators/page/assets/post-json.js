/** Posts JSON to the simulator; what it refuses is thrown, in its own words. */
export async function postJson(url, body = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.ok) return answer
  const { error = {}, detail, title } = answer
  const { error_data: data, description, message } = error
  throw new Error(data?.details ?? description ?? message ?? detail ?? title ?? 'It failed.')
}
