import { describe, expect, test } from 'vitest'
import { cleanName } from './file-name.ts'

describe('the name of a file', () => {
  test.each([
    ['a folder before it', '../../etc/passwd.pdf', 'application/pdf', 'passwd.pdf'],
    ['a folder of Windows before it', 'C:\\Users\\ana\\Foto de férias.jpg', 'image/jpeg', 'Foto de férias.jpg'],
    ['a NUL', 'foto\u0000.jpg', 'image/jpeg', 'foto.jpg'],
    ['a turned direction of writing', 'nota\u202Efdp.exe\u2069.pdf', 'application/pdf', 'notafdp.exe.pdf'],
    ['letters of no width', 'no\u200Bta\uFEFF.pdf', 'application/pdf', 'nota.pdf'],
    ['a line break, as for a header', 'nota\r\nSet-Cookie: a=b.pdf', 'application/pdf', 'notaSet-Cookie_ a=b.pdf'],
    ['a name that Windows keeps for itself', 'CON.pdf', 'application/pdf', '_CON.pdf'],
    ['markup', '"><svg onload=alert(1)>.png', 'image/png', '___svg onload=alert(1)_.png'],
    ['dots and blanks around it', ' ..nota.pdf. ', 'application/pdf', 'nota.pdf'],
    ['nothing at all', '', 'image/png', 'file.png'],
    ['only dots', '..', 'application/octet-stream', 'file.bin'],
  ])('keeps what is harmless of one with %s', (_what, given, mime, expected) => {
    expect(cleanName(given, mime)).toBe(expected)
  })

  test.each([
    ['foto.jpg', 'image/png', 'foto.jpg.png'],
    ['foto.JPEG', 'image/jpeg', 'foto.JPEG'],
    ['foto.jpg', 'application/octet-stream', 'foto.jpg.bin'],
    ['pagina.html', 'application/octet-stream', 'pagina.html'],
    ['nota.xml', 'application/octet-stream', 'nota.xml'],
    ['remessa.ret', 'text/plain', 'remessa.ret'],
    ['song.mp3', 'text/plain', 'song.mp3.txt'],
    ['sem nome', 'text/plain', 'sem nome.txt'],
  ])('of %s that is %s is %s: its ending says what it is', (given, mime, expected) => {
    expect(cleanName(given, mime)).toBe(expected)
  })

  test('has at most 255 bytes, keeps its ending and cuts no character in two', () => {
    const name = cleanName(`${'ã'.repeat(10_000)}.pdf`, 'application/pdf')

    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name).toMatch(/^ã{100,}\.pdf$/)
  })
})
