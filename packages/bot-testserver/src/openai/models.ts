interface Model {
  /** Thinks first: hidden tokens count, and some parameters are refused. */
  isReasoning: boolean
}

const chat: Model = { isReasoning: false }
const reasoning: Model = { isReasoning: true }

export const chatModels: ReadonlyMap<string, Model> = new Map([
  ...['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-4o', 'gpt-4o-mini'].map((id) => [id, chat] as const),
  ...[
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5.4-nano',
    'gpt-5.2',
    'gpt-5.1',
    'gpt-5',
    'gpt-5-mini',
    'gpt-5-nano',
    'o3',
    'o4-mini',
  ].map((id) => [id, reasoning] as const),
])

/** Of a server on the customer's own machine. */
export const localModels: ReadonlyMap<string, Model> = new Map([['llama3.2', chat]])

export const transcriptionModels: ReadonlySet<string> = new Set([
  'whisper-1',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-transcribe-diarize',
])
