/** Answers are texts. Existing clients know the word. */
export const noVoice = 'texto' as const

/** The Brazilian neural voices of Azure, with what each sounds like. */
export const voices = {
  'pt-BR-FranciscaNeural': 'female',
  'pt-BR-AntonioNeural': 'male',
  'pt-BR-BrendaNeural': 'female',
  'pt-BR-DonatoNeural': 'male',
  'pt-BR-ElzaNeural': 'female',
  'pt-BR-FabioNeural': 'male',
  'pt-BR-GiovannaNeural': 'female',
  'pt-BR-HumbertoNeural': 'male',
  'pt-BR-JulioNeural': 'male',
  'pt-BR-LeilaNeural': 'female',
  'pt-BR-LeticiaNeural': 'female',
  'pt-BR-ManuelaNeural': 'female',
  'pt-BR-NicolauNeural': 'male',
  'pt-BR-ThalitaNeural': 'female',
  'pt-BR-ValerioNeural': 'male',
  'pt-BR-YaraNeural': 'female',
} as const satisfies Record<string, 'female' | 'male'>

export type Voice = keyof typeof voices

export const isVoice = (name: string): name is Voice => Object.hasOwn(voices, name)

export const voiceNames: readonly Voice[] = Object.keys(voices).filter(isVoice)
