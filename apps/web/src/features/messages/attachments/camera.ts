import { RecordingRefused } from '../voice/index.ts'

export type Facing = 'user' | 'environment'

/** Opens the camera and closes it when the signal aborts. Throws errors that `whyRefused` explains. */
export async function openCamera(facing: Facing, signal: AbortSignal): Promise<MediaStream> {
  if (!isSecureContext) throw new RecordingRefused('insecure')
  if (!('mediaDevices' in navigator)) throw new RecordingRefused('unsupported')
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1080 } },
  })
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // Aborted while the browser was still asking for permission.
  if (signal.aborted) close()
  signal.throwIfAborted()
  signal.addEventListener('abort', close)
  return stream
}

/** The current picture of the camera. */
export async function pictureOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/jpeg', 0.9)
  const picture = await promise
  if (!picture) throw new RecordingRefused('failed')
  return new File([picture], nameAt(new Date()), { type: picture.type })
}

/** Named by the local time. */
function nameAt(now: Date): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
  return `foto-${local.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.jpg`
}
