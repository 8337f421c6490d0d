import { describe, expect, test } from 'vitest'
import { cleanName, plainName } from './file-name.ts'

describe('a file name', () => {
  test.each([
    ['a path before it', '../../etc/passwd.pdf', 'application/pdf', 'passwd.pdf'],
    ['a Windows path before it', 'C:\\Users\\ana\\Foto de férias.jpg', 'image/jpeg', 'Foto de férias.jpg'],
    ['a NUL', 'foto\u0000.jpg', 'image/jpeg', 'foto.jpg'],
    [
      'characters that change the direction of writing',
      'nota\u202Efdp.exe\u2069.pdf',
      'application/pdf',
      'notafdp.exe.pdf',
    ],
    ['invisible characters', 'no\u200Bta\uFEFF.pdf', 'application/pdf', 'nota.pdf'],
    ['a line break that injects a header', 'nota\r\nSet-Cookie: a=b.pdf', 'application/pdf', 'notaSet-Cookie_ a=b.pdf'],
    ['a name that is reserved on Windows', 'CON.pdf', 'application/pdf', '_CON.pdf'],
    ['markup', '"><svg onload=alert(1)>.png', 'image/png', '___svg onload=alert(1)_.png'],
    ['dots and blanks around it', ' ..nota.pdf. ', 'application/pdf', 'nota.pdf'],
    ['an empty name', '', 'image/png', 'file.png'],
    ['only dots', '..', 'application/octet-stream', 'file.bin'],
  ])('with %s is reduced to its harmless part', (_what, given, mime, expected) => {
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
  ])('%s of type %s becomes %s, so that its extension tells the type', (given, mime, expected) => {
    expect(cleanName(given, mime)).toBe(expected)
  })

  test.each([
    ['../pedido.docx', 'pedido.docx'],
    ['conta.pdf', 'conta.pdf'],
    ['', 'file'],
    ['CON', '_CON'],
  ])('%s becomes %s while nobody has seen the type of the file', (given, expected) => {
    expect(plainName(given)).toBe(expected)
  })

  test('has at most 255 bytes, keeps its extension and is not cut within a character', () => {
    const name = cleanName(`${'ã'.repeat(10_000)}.pdf`, 'application/pdf')

    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name).toMatch(/^ã{100,}\.pdf$/)
  })
})
