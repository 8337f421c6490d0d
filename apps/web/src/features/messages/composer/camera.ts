import { RecordingRefused } from '../voice/voice-format.ts'

export type Facing = 'user' | 'environment'

/** It is let go of when the signal says so. Throws what `whyRefused` can tell. */
export async function openCamera(facing: Facing, signal: AbortSignal): Promise<MediaStream> {
  if (!isSecureContext) throw new RecordingRefused('insecure')
  if (!('mediaDevices' in navigator)) throw new RecordingRefused('unsupported')
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1080 } },
  })
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // Given up while the browser was still asking.
  if (signal.aborted) close()
  signal.throwIfAborted()
  signal.addEventListener('abort', close)
  return stream
}

/** What it shows now. */
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

/** By the clock of who took it. */
function nameAt(now: Date): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
  return `foto-${local.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.jpg`
}
