/** The headers by which callers log in. */
const logins: ReadonlySet<string> = new Set(['authorization', 'ocp-apim-subscription-key'])

/** Of a shorter one every other word would be taken away. */
const shortest = 4

/** What a server says without the login of the call: flows and proxies send back the headers that they got (S62). */
export function withoutLogins(text: string, headers: Readonly<Record<string, string>> = {}): string {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    logins.has(name.toLowerCase()) ? formsOf(value) : [],
  )
  return secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
}

/** The whole value and what follows `Bearer` or `Basic`, also as JSON writes them. Longest first. */
function formsOf(value: string): string[] {
  const bare = value.replace(/^\S+\s+/, '')
  const forms = [value, bare].flatMap((form) => [JSON.stringify(form).slice(1, -1), form])
  return forms.filter((form) => form.length >= shortest).toSorted((a, b) => b.length - a.length)
}
