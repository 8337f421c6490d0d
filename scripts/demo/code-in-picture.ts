import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** Decodes the QR code in a picture. */
export async function codeInPicture(picture: Buffer): Promise<string> {
  const pixels = sharp(picture).flatten({ background: '#fff' }).ensureAlpha().raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}
