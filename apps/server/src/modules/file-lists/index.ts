import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import './file-lists.facts.ts'
import { fileListsLive } from './file-lists.live.ts'
import { fileListsRoutes } from './file-lists.routes.ts'

export { assertFileLists, assertFileListsExist } from './access-file-list.ts'
export { type ListToSend, filesOfList } from './files-of-list.ts'

export function registerFileLists(deps: Deps): void {
  const links = mediaLinks(deps)
  fileListsRoutes(deps, links)
  fileListsLive(deps, links)
}
