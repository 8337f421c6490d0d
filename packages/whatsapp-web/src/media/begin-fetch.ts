/** In ms. */
const longestSilence = 60_000

/**
 * Requests a file without following redirects. Only the wait for the response has a time limit, not the download (R11).
 */
export async function beginFetch(
  url: string,
  headers: Record<string, string>,
  timeout = longestSilence,
): Promise<Response> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), timeout)
  try {
    return await fetch(url, { headers, redirect: 'error', signal: giveUp.signal })
  } finally {
    clearTimeout(timer)
  }
}
