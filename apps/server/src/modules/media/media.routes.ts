import type { Deps } from '#platform/deps'
import type { MediaFolder, Signature, SignedPath } from './media-links.ts'
import { type MayRead, serveFile } from './serve-file.ts'

interface Access {
  isSigned: (path: SignedPath, given: Signature) => boolean
  mayRead: MayRead
}

/** Serves files at the addresses that existing clients use (docs/requirements/service.md, section 7). */
export function mediaRoutes(deps: Deps, access: Access): void {
  serve('/public/company:companyId/:file', 'files')
  serve('/public/company:companyId/user/:file', 'user')
  serve('/public/company:companyId/contact/:file', 'contact')
  serve('/public/company:companyId/quickMessage/:file', 'quickMessage')
  serve('/public/company:companyId/fileList/:file', 'fileList')
  serve('/public/company:companyId/announcements/:file', 'announcements')
  serve('/public/company:companyId/chats/:file', 'chats')

  function serve(url: string, folder: MediaFolder) {
    deps.http.route<{ Params: { companyId: string; file: string }; Querystring: Record<string, unknown> }>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const { method, params, query, cookies, headers } = request
        const answer = await serveFile({ ...deps, ...access }, { method, params, folder, query, cookies, headers })
        if (answer.status === 404) return reply.callNotFound()
        return reply.code(answer.status).headers(answer.headers).send(answer.body)
      },
    })
  }
}
