import { QRCodeSVG } from 'qrcode.react'

/** In a file of its own, which is loaded when a code is shown. */
export function QrPicture({ code, title }: { code: string; title: string }) {
  return <QRCodeSVG value={code} size={240} marginSize={2} title={title} />
}
