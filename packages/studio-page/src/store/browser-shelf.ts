import { type Place, type Row, type Shelf, ShelfProblem, type Write, places } from "./shelf.ts";

/**
 * This browser's IndexedDB as a shelf. Writes are strict: they are on the disk when they resolve, so neither a killed tab nor a power cut takes
 * them back. Throws `ShelfProblem` where the browser keeps nothing for the page.
 */
export async function openBrowserShelf(name = "jackfield-studio"): Promise<Shelf> {
  let base: IDBDatabase | undefined = await openBase(name);

  /** The browser may close a database by itself, as when the person clears the site's data: the next use opens it anew. */
  async function opened(): Promise<IDBDatabase> {
    if (base === undefined) base = await openBase(name);
    const mine = base;
    mine.onclose = () => {
      if (base === mine) base = undefined;
    };
    // Another tab has a newer page: it must not wait for this one.
    mine.onversionchange = () => mine.close();
    return mine;
  }

  async function read<T>(place: Place, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    try {
      return await answer(ask((await opened()).transaction(place).objectStore(place)));
    } catch (error) {
      throw problemOf(error);
    }
  }

  return {
    lasts: true,
    value: (place, key) => read<unknown>(place, (store) => store.get(key)),
    async rows(place, prefix) {
      const range = beginning(prefix);
      const [keys, values] = await Promise.all([
        read(place, (store) => store.getAllKeys(range)),
        read<unknown[]>(place, (store) => store.getAll(range)),
      ]);
      return keys.map((key, index): Row => ({ key: asText(key), value: values[index] }));
    },
    keys: async (place, prefix) => (await read(place, (store) => store.getAllKeys(beginning(prefix)))).map(asText),
    async write(list) {
      const named = [...new Set(list.map(placeOf))];
      if (named.length === 0) return;
      try {
        const transaction = (await opened()).transaction(named, "readwrite", { durability: "strict" });
        const done = finished(transaction);
        // An ask that fails takes the transaction with it: `done` tells.
        done.catch(() => undefined);
        for (const one of list) ask(transaction.objectStore(placeOf(one)), one);
        transaction.commit();
        await done;
      } catch (error) {
        throw problemOf(error);
      }
    },
    async room() {
      const { usage, quota } = await navigator.storage.estimate();
      return usage === undefined || quota === undefined ? undefined : { used: usage, of: quota };
    },
    close() {
      base?.close();
      base = undefined;
    },
  };
}

function openBase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        for (const place of places) if (!request.result.objectStoreNames.contains(place)) request.result.createObjectStore(place);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(problemOf(request.error));
    } catch (error) {
      // Some browsers forbid it to the page altogether.
      reject(problemOf(error));
    }
  });
}

/** All keys here are texts. */
function asText(key: IDBValidKey): string {
  return typeof key === "string" ? key : "";
}

function placeOf(one: Write): Place {
  return "put" in one ? one.put : "remove" in one ? one.remove : one.clear;
}

function ask(store: IDBObjectStore, one: Write): void {
  if ("put" in one) store.put(one.value, one.key);
  else if ("remove" in one) store.delete(one.key);
  else store.delete(beginning(one.prefix));
}

function beginning(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser did not answer"));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("The browser ended the transaction"));
    transaction.onerror = () => reject(transaction.error ?? new Error("The browser did not write"));
  });
}

function problemOf(error: unknown): ShelfProblem {
  if (error instanceof ShelfProblem) return error;
  return new ShelfProblem(error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "broken", error);
}
