const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** A page of our own. A server that is known as this machine is the same by each of the machine's names. */
export function isOwnOrigin(publicUrl: URL, origin: string): boolean {
  if (origin === publicUrl.origin) return true
  if (!loopback.includes(publicUrl.hostname)) return false
  return loopback.some((host) => origin === `${publicUrl.protocol}//${host}${publicUrl.port && `:${publicUrl.port}`}`)
}
