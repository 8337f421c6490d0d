import type { ExampleCall } from './documented-calls.ts'

export const exampleLanguages = ['curl', 'node', 'python'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

export interface Installation {
  /** The address of this installation. */
  origin: string
  token: string
}

/** A program that makes the call, to be run as it stands. */
export function exampleOf(language: ExampleLanguage, call: ExampleCall, { origin, token }: Installation): string {
  const request: Request = {
    method: call.endpoint.method,
    url: origin + call.endpoint.path.replace(':id', String(call.id ?? '')),
    headers: {
      Authorization: `Bearer ${token}`,
      ...(call.body && { 'Content-Type': 'application/json' }),
      ...(call.isRepeatable && { 'Idempotency-Key': keys[language] }),
    },
    body: call.body,
    form: call.form,
  }
  return programs[language](request)
}

/** Of its own in each language: whoever runs all of them expects three messages. */
const keys: Record<ExampleLanguage, string> = { curl: 'pedido-1001', node: 'pedido-1002', python: 'pedido-1003' }

interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body: ExampleCall['body']
  form: ExampleCall['form']
}

const programs: Record<ExampleLanguage, (request: Request) => string> = { curl, node, python }

function curl({ method, url, headers, body, form }: Request): string {
  const parts = [
    `curl -X ${method} ${inShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body ? [`-d ${inShell(JSON.stringify(body, null, 2))}`] : []),
    ...Object.entries(form?.fields ?? {}).map(([name, value]) => `--form-string ${inShell(`${name}=${value}`)}`),
    ...(form ? [`-F ${inShell(`medias=@${form.file.name};type=${form.file.type}`)}`] : []),
  ]
  return parts.join(' \\\n  ')
}

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function node({ method, url, headers, body, form }: Request): string {
  const formLines = form
    ? [
        `import { readFile } from 'node:fs/promises'`,
        '',
        'const form = new FormData()',
        ...Object.entries(form.fields).map(
          ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
        ),
        `const file = new Blob([await readFile(${JSON.stringify(form.file.name)})], { type: ${JSON.stringify(form.file.type)} })`,
        `form.append("medias", file, ${JSON.stringify(form.file.name)})`,
        '',
      ]
    : []
  return [
    ...formLines,
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: ${indented(JSON.stringify(headers, null, 2))},`,
    ...(body ? [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`] : []),
    ...(form ? ['  body: form,'] : []),
    '})',
    'console.log(answer.status, await answer.json())',
  ].join('\n')
}

/** With the library that comes with Python. JSON texts are also texts of Python. */
function python({ method, url, headers, body, form }: Request): string {
  const formLines = form
    ? [
        'boundary = uuid.uuid4().hex',
        `fields = ${JSON.stringify(form.fields, null, 4)}`,
        `with open(${JSON.stringify(form.file.name)}, "rb") as file:`,
        '    content = file.read()',
        'parts = [',
        String.raw`    f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()`,
        '    for name, value in fields.items()',
        ']',
        String.raw`parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="medias"; filename="${form.file.name}"\r\n'.encode())`,
        String.raw`parts.append(b"Content-Type: ${form.file.type}\r\n\r\n" + content + f"\r\n--{boundary}--\r\n".encode())`,
        '',
      ]
    : []
  const lines = Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  const contentType = form ? [`"Content-Type": f"multipart/form-data; boundary={boundary}",`] : []
  return [
    'import json',
    'import urllib.request',
    ...(form ? ['import uuid'] : []),
    '',
    ...formLines,
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    '    headers={',
    ...[...lines, ...contentType].map((line) => `        ${line}`),
    '    },',
    ...(body ? [`    data=json.dumps(${indented(JSON.stringify(body, null, 4), 4)}).encode(),`] : []),
    ...(form ? ['    data=b"".join(parts),'] : []),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(answer.status, json.load(answer))',
  ].join('\n')
}

const indented = (text: string, by = 2) => text.replaceAll('\n', `\n${' '.repeat(by)}`)
