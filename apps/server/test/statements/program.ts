import { join } from 'node:path'
import { type Node, type SourceFile, isCallExpression, isIdentifier } from 'typescript/unstable/ast'
import { API, type Checker, type Project } from 'typescript/unstable/sync'

const root = join(import.meta.dirname, '../../../..')

/** The server's sources as seen by the compiler's own API, which may change with its version. */
export interface Program {
  files: SourceFile[]
  checker: Checker
  project: Project
  /** Calls of functions with this name. */
  callsOf(name: string): Node[]
  close(): void
}

export function readProgram(): Program {
  const api = new API({ cwd: root })
  const [project] = api.updateSnapshot({ openProject: join(root, 'tsconfig.server.json') }).getProjects()
  if (!project) throw new Error('the compiler knows no project')
  const { program, checker } = project
  const files = program
    .getSourceFileNames()
    .filter((name) => isSource(name) || name.startsWith(import.meta.dirname))
    .map((name) => program.getSourceFile(name))
    .filter((file) => file !== undefined)
  const calls = new Map<string, Node[]>()
  for (const file of files)
    walk(file, (node) => {
      if (!isCallExpression(node) || !isIdentifier(node.expression)) return
      const name = node.expression.text
      calls.set(name, [...(calls.get(name) ?? []), node])
    })
  return { files, checker, project, callsOf: (name) => calls.get(name) ?? [], close: () => api.close() }
}

/** Migrations are tested by running them. */
export const isSource = (file: string): boolean =>
  file.includes('/apps/server/src/') && !/\.test\.ts$|migrat/.test(file)

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}
