import { Readable } from 'node:stream'

/** Fetches a profile picture, only over https and only from hosts of WhatsApp. */
export async function fetchPicture(address: string, isOtherServer: boolean): Promise<Readable> {
  const url = new URL(address)
  const isTheirs = isOtherServer || url.hostname.endsWith('.whatsapp.net')
  if (url.protocol !== 'https:' || !isTheirs) throw new Error('a picture that is not with WhatsApp')
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(20_000) })
  if (!response.ok || !response.body) throw new Error(`the host of pictures answered ${response.status}`)
  return Readable.fromWeb(response.body)
}
