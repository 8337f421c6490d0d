/** The host of the videos, and the only one that a page may show in a frame (S70). It sets no cookie before a video is played. */
export const videoHost = 'https://www.youtube-nocookie.com'

/** Nothing but these characters becomes a part of an address (S43). */
export const videoCodePattern = /^[A-Za-z0-9_-]{6,20}$/

/** Names of the host under which people copy addresses. */
const names = /^(?:(?:www|m|music)\.)?(?:youtube|youtube-nocookie)\.com$/
const folders = ['embed', 'live', 'shorts', 'v']

/** The code in the address of a video; any other text stays as it is. */
export function videoCodeOf(given: string): string {
  const text = given.trim()
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return (URL.canParse(address) && codeIn(new URL(address))) || text
}

function codeIn({ hostname, pathname, searchParams }: URL): string | null | undefined {
  const [first, second] = pathname.split('/').filter(Boolean)
  if (hostname === 'youtu.be') return first
  if (!names.test(hostname) || !first) return undefined
  return folders.includes(first) ? second : searchParams.get('v')
}

/** Where people watch the video outside of this application. */
export const videoLink = (code: string): string => `https://www.youtube.com/watch?v=${code}`
