import type { GraphServer } from '@guiche/graph-testserver'

/** Stops the Graph API for tests; fails if it did not know a call, or if an exchange differs from Meta's description. */
export async function stopGraph(graph: GraphServer): Promise<void> {
  await graph.stop()
  if (graph.problems.length > 0) throw new Error(JSON.stringify(graph.problems))
}
