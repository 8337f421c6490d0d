import { limits } from '@guiche/contract'

/** What the browser records, and what is made of it (docs/requirements/workspace.md, section 9: mp3 on iOS, ogg otherwise). */
export interface VoiceFormat {
  recorded: string
  kept: 'ogg' | 'mp3'
}

export const bitsPerSecond = 128_000
/** Seconds. At 128 kbps it is 14.4 MB, and has room in what may be uploaded. */
export const longestRecording = 15 * 60

const opus = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4;codecs=opus']
const other = ['audio/mp4', 'audio/webm']

/** Opus only changes its wrapping on the way to ogg; what else there is has to be decoded, and becomes mp3. */
export function voiceFormat(isIos: boolean, records: (type: string) => boolean): VoiceFormat | undefined {
  const withOpus = isIos ? undefined : opus.find(records)
  if (withOpus) return { recorded: withOpus, kept: 'ogg' }
  const decodable = other.find(records)
  return decodable ? { recorded: decodable, kept: 'mp3' } : undefined
}

/** A tablet of theirs calls itself a Mac, but can be touched. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

/** A slip of the finger: it is thrown away (docs/requirements/workspace.md, section 9). */
export const isTooShort = ({ size }: Blob): boolean => size < limits.shortestRecording

export type Refusal = 'denied' | 'missing' | 'inUse' | 'insecure' | 'unsupported' | 'failed'

export class RecordingRefused extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** What `getUserMedia` and the recorder call it. */
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

const two = (number: number) => String(number).padStart(2, '0')

export const clockOf = (seconds: number): string => `${two(Math.floor(seconds / 60))}:${two(Math.floor(seconds) % 60)}`

export function voiceName(at: Date, kept: VoiceFormat['kept']): string {
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `audio-${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}.${kept}`
}
