import type { Page } from '@playwright/test'

/** A file to send: a second of a canvas that changes its colour. */
export async function videoNamed(name: string, page: Page) {
  const bytes = await page.evaluate<string>(record)
  return { name, mimeType: 'video/webm', buffer: Buffer.from(bytes, 'base64') }
}

/** A script of the page. */
const record = `new Promise((resolve) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 })
  const brush = canvas.getContext('2d')
  let step = 0
  const paint = setInterval(() => {
    brush.fillStyle = 'hsl(' + (step += 20) + ' 60% 50%)'
    brush.fillRect(0, 0, 160, 120)
  }, 50)
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  recorder.onstop = async () => {
    clearInterval(paint)
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    resolve(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))
  }
  recorder.start()
  setTimeout(() => recorder.stop(), 1000)
})`
