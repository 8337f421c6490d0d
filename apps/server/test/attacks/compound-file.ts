/** A file with one stream, in 512-byte sectors, as programs wrote their documents until 2003 and write encrypted ones. */
export function compoundFile(name: string, content: Buffer): Buffer {
  const size = Math.max(4096, content.length)
  const sectors = Math.ceil(size / 512)
  const header = Buffer.alloc(512, 255)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(0xff_ff_ff_fe, 60)
  header.writeUInt32LE(0xff_ff_ff_fe, 68)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(512, 255)
  table.writeUInt32LE(0xff_ff_ff_fd, 0)
  table.writeUInt32LE(0xff_ff_ff_fe, 4)
  for (let nth = 0; nth < sectors; nth += 1)
    table.writeUInt32LE(nth === sectors - 1 ? 0xff_ff_ff_fe : nth + 3, (nth + 2) * 4)
  const directory = Buffer.alloc(512)
  for (const [nth, [entry, start, bytes]] of [
    ['Root Entry', 0xff_ff_ff_fe, 0],
    [name, 2, size],
  ].entries()) {
    directory.write(String(entry), nth * 128, 'utf16le')
    directory.writeUInt16LE(String(entry).length * 2 + 2, nth * 128 + 64)
    directory.writeUInt32LE(Number(start), nth * 128 + 116)
    directory.writeUInt32LE(Number(bytes), nth * 128 + 120)
  }
  return Buffer.concat([header, table, directory, content, Buffer.alloc(sectors * 512 - content.length)])
}
