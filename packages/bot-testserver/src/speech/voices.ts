export interface Voice {
  shortName: string
  localName: string
  gender: 'Female' | 'Male'
  /** Undefined: it is there in all regions. */
  regions?: readonly string[]
}

const voice = (name: string, gender: Voice['gender'], regions?: readonly string[]): Voice => ({
  shortName: `pt-BR-${name}Neural`,
  localName: name,
  gender,
  ...(regions && { regions }),
})

/** The sixteen voices of Brazil, and one that not every region has. */
export const voices: readonly Voice[] = [
  voice('Francisca', 'Female'),
  voice('Antonio', 'Male'),
  voice('Brenda', 'Female'),
  voice('Donato', 'Male'),
  voice('Elza', 'Female'),
  voice('Fabio', 'Male'),
  voice('Giovanna', 'Female'),
  voice('Humberto', 'Male'),
  voice('Leila', 'Female'),
  voice('Leticia', 'Female'),
  voice('Manuela', 'Female'),
  voice('Nicolau', 'Male'),
  voice('Thalita', 'Female'),
  voice('Valerio', 'Male'),
  voice('Yara', 'Female'),
  voice('Julio', 'Male'),
  voice('MacerioMultilingual', 'Male', ['eastus']),
]

export function voicesIn(region: string): Voice[] {
  return voices.filter(({ regions }) => regions === undefined || regions.includes(region))
}

/** A voice as the list shows it. */
export function voiceView({ shortName, localName, gender }: Voice): object {
  return {
    Name: `Microsoft Server Speech Text to Speech Voice (pt-BR, ${localName}Neural)`,
    DisplayName: localName,
    LocalName: localName,
    ShortName: shortName,
    Gender: gender,
    Locale: 'pt-BR',
    SampleRateHertz: '48000',
    VoiceType: 'Neural',
    Status: 'GA',
  }
}
