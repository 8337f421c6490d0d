import type { Answer } from '../http/call.ts'
import type { Respond } from './workflow.ts'

/** What the webhook node of a workflow answers. */
export function answerOf(respond: Respond): Answer {
  switch (respond.mode) {
    case 'immediately':
      return { status: 200, body: { message: 'Workflow was started' } }
    case 'lastNode':
      return lastNode(respond)
    case 'respondNode': {
      const { status = 200, body, text, headers } = respond.response
      return {
        status,
        ...(text === undefined ? { body: body ?? {} } : { content: text }),
        ...(headers && { headers }),
      }
    }
    case 'streaming':
      return { status: 200, content: respond.parts, headers: { 'content-type': 'application/json; charset=utf-8' } }
    case 'failing':
      return { status: 500, body: { message: 'Error in workflow' } }
  }
}

function lastNode({ items, data = 'firstEntry' }: Respond & { mode: 'lastNode' }): Answer {
  if (data === 'noData') return { status: 200, content: '' }
  if (data === 'allEntries') return { status: 200, body: items }
  if (items.length === 0) return { status: 500, body: { code: 0, message: 'No item to return was found' } }
  return { status: 200, body: items[0] }
}
