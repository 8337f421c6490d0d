/** The checksum of Ogg: CRC-32 with the bits in their order. */
export function checksum(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc = (crc ^ (byte << 24)) >>> 0
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x80000000 ? 0x04c11db7 : 0)) >>> 0
  }
  return crc
}
