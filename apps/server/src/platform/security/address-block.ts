import { isIP } from 'node:net'

/** The unit that limits count by: one IPv4 address, or the /64 that a provider gives to one IPv6 customer. */
export function blockOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const [before, after] = [head, tail].map((half) => half.split(':').filter((group) => group !== ''))
  const missing = Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0))
  const groups = [...(before ?? []), ...Array<string>(missing).fill('0'), ...(after ?? [])]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
