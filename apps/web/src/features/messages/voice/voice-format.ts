import { limits } from '@guiche/contract'

/**
 * The format that the browser records, and the one that is sent (docs/requirements/workspace.md, section 9: mp3 on iOS,
 * ogg otherwise).
 */
export interface VoiceFormat {
  recorded: string
  kept: 'ogg' | 'mp3'
}

/** In seconds. At 128 kbps this is 14.4 MB, which is within the upload limit. */
export const longestRecording = 15 * 60

const opus = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4;codecs=opus']
const other = ['audio/mp4', 'audio/webm']

/** Opus only needs another container (ogg); other formats are decoded and encoded as mp3. */
export function voiceFormat(isIos: boolean, records: (type: string) => boolean): VoiceFormat | undefined {
  const withOpus = isIos ? undefined : opus.find(records)
  if (withOpus) return { recorded: withOpus, kept: 'ogg' }
  const decodable = other.find(records)
  return decodable ? { recorded: decodable, kept: 'mp3' } : undefined
}

/** An iPad calls itself a Mac, but has a touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

/** A recording by mistake, which is discarded (docs/requirements/workspace.md, section 9). */
export const isTooShort = ({ size }: Blob): boolean => size < limits.shortestRecording

export type Refusal = 'denied' | 'missing' | 'inUse' | 'insecure' | 'unsupported' | 'failed'

export class RecordingRefused extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** Reasons by the error names of `getUserMedia` and `MediaRecorder`. */
const reasons: Record<string, Refusal> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'inUse',
  AbortError: 'inUse',
  NotSupportedError: 'unsupported',
}

export function whyRefused(error: unknown): Refusal {
  if (error instanceof RecordingRefused) return error.reason
  return error instanceof Error ? (reasons[error.name] ?? 'failed') : 'failed'
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

export const clockOf = (seconds: number): string =>
  `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(Math.floor(seconds) % 60)}`

export function voiceName(at: Date, kept: VoiceFormat['kept']): string {
  const day = `${at.getFullYear()}${twoDigits(at.getMonth() + 1)}${twoDigits(at.getDate())}`
  return `audio-${day}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}${twoDigits(at.getSeconds())}.${kept}`
}
