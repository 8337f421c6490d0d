import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOgg } from '@guiche/bot-testserver'
import sharp from 'sharp'
import { root } from '../../process.mjs'
import { slidesOf } from './slides.ts'

export interface DemoFile {
  mimetype: string
  data: Buffer
}

const pictureNames = ['sofa', 'lamp', 'corridor'] as const

/** Files that the robots send, and a recording to send to them, by name. */
export async function demoFiles(): Promise<Map<string, DemoFile>> {
  const drawn = pictureNames.map((name) => readFileSync(join(root, 'apps/server/src/demo/pictures', `${name}.png`)))
  const pictures = await Promise.all(
    drawn.map(async (data, nth): Promise<[string, DemoFile]> => {
      const jpeg = await sharp(data).resize({ width: 800 }).flatten({ background: '#fff' }).jpeg().toBuffer()
      return [`${pictureNames[nth]}.jpg`, { mimetype: 'image/jpeg', data: jpeg }]
    }),
  )
  return new Map([
    ...pictures,
    ['video.webm', { mimetype: 'video/webm', data: await slidesOf(drawn) }],
    ['boas-vindas.ogg', voiceNote('Bem-vindo à Casa Aurora!')],
    ['pergunta.ogg', voiceNote('Qual é o horário da loja?')],
    ['catalogo.pdf', { mimetype: 'application/pdf', data: pdfOf('Casa Aurora Moveis: Sofa Lua, R$ 1.990,00') }],
  ])
}

/** Silent, but the services of the demo hear what was said. */
const voiceNote = (spoken: string): DemoFile => ({
  mimetype: 'audio/ogg',
  data: createOgg({ spoken, seconds: 2, sampleRate: 24_000 }),
})

/** A page with one line. */
function pdfOf(line: string): Buffer {
  const drawing = `BT /F1 18 Tf 60 760 Td (${line}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let written = '%PDF-1.4\n'
  const places = objects.map((object, nth) => {
    const place = written.length
    written += `${nth + 1} 0 obj${object}endobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${written.length}\n%%EOF\n`
  return Buffer.from(written + end, 'latin1')
}
