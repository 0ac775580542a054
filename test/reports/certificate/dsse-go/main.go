// Verifies or signs a DSSE envelope by the library of those who wrote DSSE.
//
//	verify PUBLIC.pem < envelope.json   prints the payload
//	sign PRIVATE.pem TYPE < payload     prints the envelope
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
)

func keyFrom(file string) (dsse.SignerVerifier, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	key, err := signerverifier.LoadKey(pem)
	if err != nil {
		return nil, err
	}
	if key.KeyType == signerverifier.ED25519KeyType {
		return signerverifier.NewED25519SignerVerifierFromSSLibKey(key)
	}
	return signerverifier.NewECDSASignerVerifierFromSSLibKey(key)
}

func run() error {
	ctx := context.Background()
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	key, err := keyFrom(os.Args[2])
	if err != nil {
		return err
	}
	if os.Args[1] == "sign" {
		signer, err := dsse.NewEnvelopeSigner(key)
		if err != nil {
			return err
		}
		envelope, err := signer.SignPayload(ctx, os.Args[3], input)
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(envelope)
	}
	var envelope dsse.Envelope
	if err := json.Unmarshal(input, &envelope); err != nil {
		return err
	}
	verifier, err := dsse.NewEnvelopeVerifier(key)
	if err != nil {
		return err
	}
	if _, err := verifier.Verify(ctx, &envelope); err != nil {
		return err
	}
	payload, err := envelope.DecodeB64Payload()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(payload)
	return err
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
