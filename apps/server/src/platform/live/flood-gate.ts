/** Returns a function that counts its calls and is true when there are more than `most` within `within` ms (S40). */
export function createFloodGate({ most, within }: { most: number; within: number }): () => boolean {
  let begun = 0
  let count = 0
  return () => {
    const now = performance.now()
    if (now - begun > within) {
      begun = now
      count = 0
    }
    count += 1
    return count > most
  }
}
