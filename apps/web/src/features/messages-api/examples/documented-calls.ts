import { type Endpoint, type Input, api } from '@guiche/contract'

export const documentedCalls = ['text', 'files', 'pdf', 'image', 'check', 'state'] as const
export type DocumentedCall = (typeof documentedCalls)[number]

/** What the examples of one call send. */
export interface ExampleCall {
  endpoint: Endpoint
  /** The id in the path. */
  id?: number
  body?: Record<string, unknown>
  /** A form with a file, which stands beside the program. */
  form?: { fields: Record<string, string>; file: { name: string; type: string } }
  /** The call can be repeated with a key. */
  isRepeatable?: boolean
}

/** What an admin has filled in, so that the examples run as they stand. */
export interface ExampleValues {
  number: string
  url: string
  messageId: number
  text: string
}

type SendBody = Input<typeof api.sendApiMessage>['body']
type LinkBody = Input<typeof api.sendApiPdf>['body']
type CheckBody = Input<typeof api.checkApiNumber>['body']

/** The types of the contract hold the examples to what the server takes. */
export function exampleCall(call: DocumentedCall, { number, url, messageId, text }: ExampleValues): ExampleCall {
  switch (call) {
    case 'text': {
      const body: SendBody = { number, body: text }
      return { endpoint: api.sendApiMessage, body: { ...body }, isRepeatable: true }
    }
    case 'files':
      return {
        endpoint: api.sendApiMessage,
        form: { fields: { number, body: text }, file: { name: 'boleto.pdf', type: 'application/pdf' } },
      }
    case 'pdf': {
      const body: LinkBody = { number, url, caption: text }
      return { endpoint: api.sendApiPdf, body: { ...body } }
    }
    case 'image': {
      const body: LinkBody = { number, url, caption: text }
      return { endpoint: api.sendApiImage, body: { ...body } }
    }
    case 'check': {
      const body: CheckBody = { number }
      return { endpoint: api.checkApiNumber, body: { ...body } }
    }
    case 'state':
      return { endpoint: api.getApiMessage, id: messageId }
  }
}

export interface DocumentedField {
  name: string
  isRequired: boolean
}

const fileField: DocumentedField = { name: 'medias', isRequired: true }

/** The fields that a call reads, from the contract. */
export function fieldsOf(call: DocumentedCall): DocumentedField[] {
  switch (call) {
    case 'text':
      return namesOf(api.sendApiMessage.body.shape)
    case 'files':
      return [fileField, ...namesOf(api.sendApiMessage.form.shape)]
    case 'pdf':
      return namesOf(api.sendApiPdf.body.shape)
    case 'image':
      return namesOf(api.sendApiImage.body.shape)
    case 'check':
      return namesOf(api.checkApiNumber.body.shape)
    case 'state':
      return []
  }
}

const namesOf = (shape: Record<string, { safeParse: (value: unknown) => { success: boolean } }>): DocumentedField[] =>
  Object.entries(shape).map(([name, field]) => ({ name, isRequired: !field.safeParse(undefined).success }))
