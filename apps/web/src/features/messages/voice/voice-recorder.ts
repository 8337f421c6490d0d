import { numbers } from '../../../ui/numbers.ts'
import { createStopwatch } from './stopwatch.ts'
import { RecordingRefused, type VoiceFormat, isIos, longestRecording, voiceFormat, voiceName } from './voice-format.ts'

/** Why a recording stopped by itself: the time limit, or an unplugged microphone. */
export type End = 'full' | 'lost'

export interface Recording {
  /** How long it is, in ms. Pauses do not count. */
  elapsed: () => number
  pause: () => void
  resume: () => void
  /** The current loudness, from 0 to 1. */
  level: () => number
  /** Does not resolve if the recording is finished or aborted before. */
  ended: Promise<End>
  /** Releases the microphone and makes a file of the recording. Can be called again if it fails. */
  finish: () => Promise<File>
}

/**
 * Starts recording. The microphone is released when the recording is finished, ends by itself, or the signal aborts.
 * `asMp3`: the file is an mp3, whatever the browser records.
 */
export async function recordVoice(signal: AbortSignal, { asMp3 = false } = {}): Promise<Recording> {
  if (!isSecureContext) throw new RecordingRefused('insecure')
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in window)) throw new RecordingRefused('unsupported')
  const usual = voiceFormat(isIos(navigator), (type) => MediaRecorder.isTypeSupported(type))
  if (!usual) throw new RecordingRefused('unsupported')
  const format: VoiceFormat = asMp3 ? { ...usual, kept: 'mp3' } : usual

  const microphone = await openMicrophone(signal)
  const recorder = new MediaRecorder(microphone.stream, optionsFor(format.recorded))
  const recordedAt = new Date()
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data))

  const { promise: ended, resolve: end } = Promise.withResolvers<End>()
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => {
      microphone.release()
      clearTimeout(limit)
      resolve()
    })
  })
  const watch = createStopwatch(() => performance.now())
  let limit: ReturnType<typeof setTimeout>
  function stopInTime() {
    limit = setTimeout(() => (stop(), end('full')), longestRecording * 1000 - watch.elapsed())
  }
  const [track] = microphone.stream.getAudioTracks()
  // Only for an unplugged microphone: `stop()` fires no event.
  track?.addEventListener('ended', () => end('lost'))
  recorder.addEventListener('error', () => end('lost'))

  function stop() {
    if (recorder.state !== 'inactive') recorder.stop()
    watch.pause()
    microphone.release()
  }
  signal.addEventListener('abort', stop)
  recorder.start()
  stopInTime()

  return {
    elapsed: watch.elapsed,
    pause: () => {
      if (recorder.state !== 'recording') return
      recorder.pause()
      watch.pause()
      clearTimeout(limit)
    },
    resume: () => {
      if (recorder.state !== 'paused') return
      recorder.resume()
      watch.resume()
      stopInTime()
    },
    level: microphone.level,
    ended,
    finish: async () => {
      stop()
      await stopped
      const { voiceFile } = await import('./voice-file.ts')
      const recorded = new Blob(parts, { type: format.recorded })
      return voiceFile(recorded, format, voiceName(recordedAt, format.kept))
    },
  }
}

/**
 * `audioBitrateMode` is missing in the types. A constant bit rate makes the size tell the length, also for quiet sound.
 */
const optionsFor = (mimeType: string): MediaRecorderOptions & { audioBitrateMode: 'constant' } => ({
  mimeType,
  audioBitsPerSecond: numbers.recordedBitsPerSecond,
  audioBitrateMode: 'constant',
})

interface Microphone {
  stream: MediaStream
  level: () => number
  release: () => void
}

async function openMicrophone(signal: AbortSignal): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // Aborted while the browser was still asking for permission.
  if (signal.aborted) {
    close()
    signal.throwIfAborted()
  }
  signal.addEventListener('abort', close)

  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    stream,
    level: () => {
      analyser.getFloatTimeDomainData(samples)
      return loudness(samples)
    },
    release: () => {
      close()
      if (context.state !== 'closed') void context.close()
    },
  }
}

/** On a logarithmic scale like hearing: from -55 dB (a quiet room) to -10 dB (somebody close). */
function loudness(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const decibels = 10 * Math.log10(power + 1e-9)
  return Math.min(1, Math.max(0, (decibels + 55) / 45))
}
