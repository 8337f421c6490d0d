import type { GraphError } from '../../graph/graph-error.ts'

/** What was wrong with a template that Meta did not take. */
export type TemplateRefusal =
  /** `path` is a field of the draft, `rule` a key of the texts of forms. */
  { because: 'contents'; path: string; rule: string } | { because: 'taken' | 'locked' | 'limit' | 'other' }

const contents: Readonly<Record<number, { path: string; rule: string }>> = {
  2388040: { path: 'body', rule: 'tooLong' },
  2388047: { path: 'header', rule: 'invalid' },
  2388072: { path: 'body', rule: 'invalid' },
  2388073: { path: 'footer', rule: 'invalid' },
  2388293: { path: 'body', rule: 'tooManyVariables' },
  2388299: { path: 'body', rule: 'variableAtEdge' },
}
const others: Readonly<Record<number, Exclude<TemplateRefusal['because'], 'contents'>>> = {
  2388019: 'limit',
  2388023: 'locked',
  2388024: 'taken',
}

/** Meta gives the number as code or as subcode. Undefined: it is no refusal of the template itself. */
export function refusalOfTemplate({ code, subcode, remedy }: GraphError): TemplateRefusal | undefined {
  for (const number of [code, subcode ?? 0]) {
    const found = contents[number]
    if (found) return { because: 'contents', ...found }
    if (others[number]) return { because: others[number] }
  }
  return remedy.do === 'fail' ? { because: 'other' } : undefined
}
