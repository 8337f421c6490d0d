import { type Endpoint, api, errorCodes } from '@guiche/contract'
import { z } from 'zod'

/** The OpenAPI 3.1 document of every call, made from the contract. */
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
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        visitor: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
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
  const status = String(endpoint.status ?? 200)
  return {
    operationId: name,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...((endpoint.body ?? endpoint.form) && { requestBody: { content: contents(endpoint) } }),
    responses: {
      [status]: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    ...(endpoint.access !== 'public' && {
      security: [{ [endpoint.access === 'visitor' ? 'visitor' : 'session']: [] }],
    }),
  }
}

function contents({ body, form }: Endpoint) {
  return {
    ...(body && { 'application/json': { schema: schemaOf(body, 'input') } }),
    ...(form && { 'multipart/form-data': { schema: schemaOf(form, 'input') } }),
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined) {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (field instanceof z.ZodType && !field.safeParse(undefined).success),
    schema: field instanceof z.ZodType ? schemaOf(field, 'input') : {},
  }))
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
