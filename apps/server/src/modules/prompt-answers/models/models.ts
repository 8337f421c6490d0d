import type { Config } from '#platform/process/config'
import type { Asked } from '#modules/exchanges'
import type { Meter } from './meter.ts'
import { speakWithAzure } from './azure-speech.ts'
import { chatWithOpenAi } from './open-ai-chat.ts'
import { type HeardType, transcribeWithOpenAi } from './open-ai-transcription.ts'

/** How models are reached for one customer. */
export interface Line {
  /** Leaves a trace and ends with the time of the exchange. */
  ask: Asked['ask']
  signal: AbortSignal
  /** Writes each call into the ledger. */
  meter: Meter
}

export interface Turn {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ChatRequest {
  /** Of the company; empty: the server wants none. */
  key: string
  instructions: string
  /** What was said before, oldest first. Some of it is left out if the model cannot hold all. */
  history: readonly Turn[]
  /** What is to be answered. */
  current: readonly Turn[]
  maxTokens: number
  temperature: number
}

export interface TranscriptionRequest {
  key: string
  recording: Buffer
  mime: HeardType
  /** Two letters. */
  language: string
}

export interface SpeechRequest {
  key: string
  region: string
  voice: string
  text: string
}

/** Services that think, hear and speak. Each throws AnswerFailed, OutsideFailed or NeedsPerson. */
export interface Models {
  /** Answers what the model says, which may be empty. */
  chat(line: Line, request: ChatRequest): Promise<string>
  /** Answers what was said in a recording, which may be nothing. */
  transcribe(line: Line, request: TranscriptionRequest): Promise<string>
  /** Answers a voice note: Ogg with Opus. */
  speak(line: Line, request: SpeechRequest): Promise<Buffer>
}

export function createModels({ openAiUrl, model, transcriptionModel, speechUrl }: Config['ai']): Models {
  const base = openAiUrl.replace(/\/+$/, '')
  return {
    chat: (line, request) => chatWithOpenAi(line, { base, model }, request),
    transcribe: (line, request) => transcribeWithOpenAi(line, { base, model: transcriptionModel }, request),
    speak: (line, request) => speakWithAzure(line, speechUrl, request),
  }
}
