import { type Endpoint, api, errorCodes, isAnonymous } from '@guiche/contract'
import { z } from 'zod'
import { otherPaths } from './openapi-others.ts'

/** The OpenAPI 3.1 document, made from the contract and the other addresses that programs use. */
export function openApiDocument(version: string, publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guichê', version, license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' } },
    servers: [{ url: publicUrl }],
    paths: { ...paths, ...otherPaths },
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        visitor: { type: 'http', scheme: 'bearer' },
        program: { type: 'http', scheme: 'bearer', description: 'The token of a connection, or a named token' },
      },
      schemas: {
        ...namedSchemas(),
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: { type: 'string', description: `A code (${errorCodes.join(', ')}) or a text` },
            details: { type: 'object' },
          },
        },
      },
    },
  }
}

function operation(name: string, endpoint: Endpoint) {
  return {
    operationId: name,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.feature !== 'none' && { 'x-plan-feature': endpoint.feature }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...parameters('header', endpoint.headers),
    ],
    ...((endpoint.body ?? endpoint.form) && { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint),
    ...(endpoint.access !== 'public' && {
      security: [{ [isAnonymous(endpoint.access) ? endpoint.access : 'session']: [] }],
    }),
  }
}

function responses({ status = 200, statusAgain, answer, file, conflict }: Endpoint) {
  const content = file ? { [file]: { schema: { type: 'string', format: 'binary' } } } : json(schemaOf(answer, 'output'))
  return {
    [status]: { description: 'Done', content },
    ...(statusAgain && { [statusAgain]: { description: 'Had been done before; nothing was changed', content } }),
    ...(conflict && {
      409: {
        description: 'Something stands in the way: `error` is the JSON text of it',
        content: json(asText(conflict)),
      },
    }),
    default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
  }
}

const asText = (schema: z.ZodType) => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', contentMediaType: 'application/json', contentSchema: schemaOf(schema, 'output') },
  },
})

/** The body is optional where an empty one is valid. A form is never optional. */
function requestBody({ body, form }: Endpoint) {
  return {
    required: !body?.safeParse({}).success,
    content: {
      ...(body && json(schemaOf(body, 'input'))),
      ...(form && { 'multipart/form-data': { schema: schemaOf(form, 'input') } }),
    },
  }
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

function parameters(place: 'path' | 'query' | 'header', schema: z.ZodType | undefined) {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).map(([name, field]) => ({
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: place === 'path' || (field instanceof z.ZodType && !field.safeParse(undefined).success),
    schema: field instanceof z.ZodType ? schemaOf(field, 'input') : {},
  }))
}

const headerName = (name: string) => name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase())

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, $defs: _named, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return withReferences(shape)
}

/** Schemas with an id: those that contain themselves, which need a name. */
function namedSchemas() {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/$defs/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _uri, ...shape }]) => [id, withReferences(shape)]),
  )
}

/** References to named schemas lead to where the document has them. */
const withReferences = (shape: object): object =>
  JSON.parse(JSON.stringify(shape).replaceAll('"#/$defs/', '"#/components/schemas/'))
