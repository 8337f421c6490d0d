export interface Choice {
  /** The answer that the bot expects. */
  key: string
  label: string
}

/** A bot's menu has a line `*[ 1 ]* - Name` for each option; these lines become buttons. */
export function readChoices(body: string): { text: string; choices: Choice[] } {
  const choices: Choice[] = []
  const rest = body.split('\n').filter((line) => {
    const [, key, label] = /^\s*\*?\[\s*([^\s\]]{1,12})\s*\]\*?\s*(?:[-–]\s*)?(\S.*)$/.exec(line) ?? []
    if (!key || !label) return true
    choices.push({ key, label })
    return false
  })
  return { text: rest.join('\n').trim(), choices }
}
