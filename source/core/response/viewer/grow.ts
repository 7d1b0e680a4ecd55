/** Growing number lists that use four bytes or one byte per element, instead of eight or more. */

/** List of integers below 2^32. Elements beyond the end are 0. */
export class Numbers {
  length = 0;
  #values: Uint32Array;

  constructor(room = 1024) {
    this.#values = new Uint32Array(room);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(Math.ceil(this.length * 1.6) + 16);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  pop(): number {
    return this.#values[--this.length] ?? 0;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }
}

/** List of integers below 256. Elements beyond the end are 0. */
export class Bytes {
  length = 0;
  #values = new Uint8Array(1024);

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint8Array(Math.ceil(this.length * 1.6) + 16);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}
