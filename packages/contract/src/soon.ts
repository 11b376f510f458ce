/** A value that may be there already. Most calls wait for nothing, and promises that nobody needs cost more than all that is done between them. */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value: in the same turn where it is there. What `go` throws is thrown then, and rejects otherwise. */
export function soon<T, R>(value: Soon<T>, go: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(go) : go(value);
}
