/** An id of Meta's network that holds the id under which a phone knows the message. */
export function wamidAround(onPhone: string, number = '551133334444'): string {
  const bytes = [
    [0x1c, 0x18, number.length],
    Buffer.from(number),
    [0x15, 2, 0, 0x12, 0x18, onPhone.length],
    Buffer.from(onPhone),
    [0],
  ]
  return `wamid.${Buffer.concat(bytes.map((part) => Buffer.from(part))).toString('base64')}`
}
