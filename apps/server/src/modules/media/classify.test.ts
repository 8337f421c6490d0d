import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classify, classifyUpload } from './classify.ts'
import { samples } from '#test/files'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'guiche-classify-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function given(content: Buffer | string, name: string, declaredType = 'application/octet-stream') {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, content)
  return { path, name, declaredType, bytes: Buffer.byteLength(content) }
}

describe('the type of a file', () => {
  test.each<[string, () => Buffer | string | Promise<Buffer>, string, string]>([
    ['foto.jpg', () => samples.jpeg(), 'image', 'image/jpeg'],
    ['foto.png', () => samples.png(), 'image', 'image/png'],
    ['figurinha.webp', () => samples.webp(), 'image', 'image/webp'],
    ['nota.pdf', () => samples.pdf, 'application', 'application/pdf'],
    ['voz.ogg', () => samples.ogg, 'audio', 'audio/ogg'],
    ['musica.mp3', () => samples.mp3, 'audio', 'audio/mpeg'],
    ['video.mp4', () => samples.mp4, 'video', 'video/mp4'],
    ['lista.csv', () => 'nome;valor\nção;1\n', 'application', 'text/csv'],
    ['lista.csv', () => Buffer.from('nome;valor\nção;1\n', 'latin1'), 'application', 'text/csv'],
    ['leia.txt', () => 'Olá', 'application', 'text/plain'],
    ['planta.dwg', () => Buffer.from([0, 1, 2, 3, 4, 5]), 'application', 'application/octet-stream'],
  ])('of %s is detected by its content', async (name, content, mediaType, mime) => {
    const found = await classify(given(await content(), name))

    expect(found).toMatchObject({ mediaType, mime, name, isDangerous: false })
  })

  test.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['XML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>'],
    ['HTML after blanks and a byte order mark', '\uFEFF \n\t<HTML><body onload=alert(1)>'],
    ['HTML in UTF-16', Buffer.from('\uFEFF<script>alert(1)</script>', 'utf16le')],
  ])('of %s is plain bytes, whatever its name and declared type', async (_kind, content) => {
    const found = await classify(given(content, 'foto.jpg', 'image/jpeg'))

    expect(found).toMatchObject({
      mediaType: 'application',
      mime: 'application/octet-stream',
      name: 'foto.jpg.bin',
      extension: 'bin',
    })
  })

  test('of a picture followed by a page is that of the picture', async () => {
    const polyglot = Buffer.concat([await samples.jpeg(), Buffer.from('<script>alert(1)</script>')])

    expect(await classify(given(polyglot, 'pagina.html', 'text/html'))).toMatchObject({
      mime: 'image/jpeg',
      name: 'pagina.html.jpg',
    })
  })

  test('of sound in a video container is audio if the sender declares it so', async () => {
    expect(await classify(given(samples.mp4, 'voz.m4a', 'audio/mp4'))).toMatchObject({
      mediaType: 'audio',
      mime: 'audio/mp4',
    })
  })
})

describe('an upload', () => {
  test.each([
    ['a Windows program', samples.exe, 'foto.jpg'],
    ['a Linux program', samples.elf, 'foto.jpg'],
    ['a script by its extension', 'WScript.Echo(1)', 'leia.vbs'],
    ['an HTML application', '<script>1</script>', 'boleto.hta'],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', 'musica.mp3'],
    ['an ffmpeg concat list', 'ffconcat version 1.0\nfile /etc/passwd\n', 'musica.mp3'],
  ])('is refused if it is %s', async (_kind, content, name) => {
    await expect(classifyUpload(given(content, name))).rejects.toMatchObject({ status: 415, code: 'ERR_FILE_TYPE' })
  })

  test.each<[string, () => Promise<Buffer>, string]>([
    ['a picture', async () => Buffer.concat([await samples.jpeg(), Buffer.alloc(5 * 1_048_576)]), 'foto.jpg'],
    ['a film', async () => Buffer.concat([samples.mp4, Buffer.alloc(16 * 1_048_576)]), 'video.mp4'],
    ['a voice message', async () => Buffer.concat([samples.ogg, Buffer.alloc(16 * 1_048_576)]), 'voz.ogg'],
  ])('is refused if it is %s larger than its kind allows', async (_kind, content, name) => {
    await expect(classifyUpload(given(await content(), name))).rejects.toMatchObject({
      status: 413,
      code: 'ERR_FILE_TOO_LARGE',
    })
  })

  test('may be a document of a size that is too large for a picture', async () => {
    const content = Buffer.concat([samples.pdf, Buffer.alloc(20 * 1_048_576)])

    expect(await classifyUpload(given(content, 'nota.pdf'))).toMatchObject({ mime: 'application/pdf' })
  })

  test('is refused if it is empty', async () => {
    await expect(classifyUpload(given('', 'nada.txt'))).rejects.toMatchObject({ status: 400 })
  })
})
