/** In ms. */
const longestSilence = 60_000

/** Asks for a file, and goes nowhere else for it. A host that does not begin to answer is given up; one that has begun may take its time (R11). */
export async function beginFetch(
  url: string,
  headers: Record<string, string>,
  patience = longestSilence,
): Promise<Response> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), patience)
  try {
    return await fetch(url, { headers, redirect: 'error', signal: giveUp.signal })
  } finally {
    clearTimeout(timer)
  }
}
